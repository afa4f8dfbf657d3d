import * as styles from './accordion.module.css'

/** Questions that open one at a time: the browser closes the others, because all share a name. */
export function Accordion({ questions }: { questions: { question: string; answer: string }[] }) {
  return (
    <div data-reveal>
      {questions.map(({ question, answer }, index) => (
        <details key={question} className={styles.item} name="faq" open={index === 0}>
          <summary className={styles.summary}>
            <h3 className={styles.question}>{question}</h3>
            <span className={styles.icon} aria-hidden="true" />
          </summary>
          <div className={styles.panel}>
            <p>{answer}</p>
          </div>
        </details>
      ))}
    </div>
  )
}
