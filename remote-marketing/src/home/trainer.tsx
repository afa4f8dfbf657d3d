import { buttonClass } from '@site/shared/ui/button'
import { LoopIcon } from '@site/shared/ui/icons'
import { flow } from './home.copy.ts'
import * as styles from './trainer.module.css'

/** The way back from sign-on to screening. Its button only leaves a note for developers (specification, section 2). */
export function Trainer() {
  const { label, button, text } = flow.trainer
  return (
    <div className={styles.trainer}>
      <div className={styles.body}>
        <p className={styles.label}>{label}</p>
        <button className={buttonClass('quiet', 'small')} type="button" onClick={() => console.debug('AI Trainer pressed')}>
          <span>{button}</span>
          <LoopIcon />
        </button>
      </div>
      <p className={styles.text}>{text}</p>
    </div>
  )
}
