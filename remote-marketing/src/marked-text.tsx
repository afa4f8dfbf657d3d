/** A sentence of which one part is evidence: the highlighter marks it. */
export type MarkedText = readonly [before: string, evidence: string, after?: string]

export function Marked({ text: [before, evidence, after] }: { text: MarkedText }) {
  return (
    <>
      {before}
      <mark>{evidence}</mark>
      {after}
    </>
  )
}
