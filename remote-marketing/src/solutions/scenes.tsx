// One small scene for each specialist: decoration, hidden from screen readers by the card.
import * as styles from './scenes.module.css'
import { scenes } from './solutions.copy.ts'

export function ChatScene() {
  return (
    <div className={styles.chat}>
      {scenes.chat.map(({ from, text }) => (
        <p key={text} className={from === 'assistant' ? `${styles.bubble} ${styles.sent}` : styles.bubble}>
          {text}
        </p>
      ))}
    </div>
  )
}

export function SequenceScene() {
  return (
    <ol className={styles.sequence}>
      {scenes.sequence.map(({ day, text, isReply }) => (
        <li key={day} className={isReply ? styles.reply : undefined}>
          <b>{day}</b>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}

export function ChatbotScene() {
  const { question, answer, field, button } = scenes.chatbot
  return (
    <div className={styles.chatbot}>
      <p className={styles.question}>{question}</p>
      <p className={styles.answer}>{answer}</p>
      <p className={styles.field}>
        <span>{field}</span>
        <b>{button}</b>
      </p>
    </div>
  )
}

export function RecordsScene() {
  const { before, after } = scenes.records
  return (
    <div className={styles.records}>
      <ul>
        {before.map(({ name, fault }) => (
          <li key={name} className={styles.before}>
            <span>{name}</span>
            <i>{fault}</i>
          </li>
        ))}
      </ul>
      <p className={styles.after}>
        <span>{after.name}</span>
        <b>{after.gain}</b>
      </p>
    </div>
  )
}
