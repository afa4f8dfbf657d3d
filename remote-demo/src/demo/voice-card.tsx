import { BookLink } from '@site/shared/ui/button'
import { MicIcon } from '@site/shared/ui/icons'
import { useState } from 'react'
import { voice } from './demo.copy.ts'
import * as styles from './voice-card.module.css'

/** The line crosses the card from the visitor, left, to the AI, right; the ring in its middle is the button. */
export function VoiceCard() {
  const [tapped, setTapped] = useState(false)
  const { heading, kicker, label, status } = voice.idle
  return (
    <section className={styles.card} data-state="idle" aria-labelledby="voice-title">
      <div className={styles.head}>
        <h2 className={styles.title} id="voice-title">
          {heading}
        </h2>
      </div>
      <div className={styles.stage}>
        <svg className={styles.wave} viewBox="0 0 760 400" fill="none" aria-hidden="true" focusable="false">
          <path className={styles.line} d="M-600 200H1360" />
        </svg>
        <span className={`${styles.end} ${styles.you}`} aria-hidden="true">
          {voice.ends.you}
        </span>
        <span className={`${styles.end} ${styles.ai}`} aria-hidden="true">
          {voice.ends.ai}
        </span>
        <button className={styles.button} type="button" onClick={() => setTapped(true)}>
          <MicIcon />
          <span className={styles.kicker}>{kicker}</span>
          <span className={styles.label}>{label}</span>
        </button>
      </div>
      <div className={styles.foot}>
        <p className={styles.status} role="status">
          {tapped ? voice.notConnected : status}
        </p>
        {tapped && <BookLink look={['quiet', 'small']} />}
      </div>
    </section>
  )
}
