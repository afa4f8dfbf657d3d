// A misspelt class is found by the build (exportsPresence), not by the types.
declare module '*.module.css'
declare module '*.css'
