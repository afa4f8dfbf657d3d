import { ChatbotScene, ChatScene, RecordsScene, SequenceScene } from './scenes.tsx'
import type { Specialist } from './solutions.copy.ts'
import * as styles from './specialist-card.module.css'

const scenes = {
  'whatsapp-assistant': ChatScene,
  'ai-outreach': SequenceScene,
  'career-faq': ChatbotScene,
  'crm-refinement': RecordsScene,
}

export function SpecialistCard({ specialist: { id, name, text, points } }: { specialist: Specialist }) {
  const Scene = scenes[id]
  return (
    <article className={styles.card} id={id} data-reveal>
      <div className={styles.scene} aria-hidden="true">
        <Scene />
      </div>
      <div className={styles.body}>
        <h3 className={styles.title}>{name}</h3>
        <p className={styles.text}>{text}</p>
        <ul className={styles.points}>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
    </article>
  )
}
