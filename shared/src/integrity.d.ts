// From the build: shared/build/script-integrity.js.
declare module '*?integrity' {
  /** Of the script that is built from this file, for its `integrity`; empty in development. */
  export const integrity: string
}
