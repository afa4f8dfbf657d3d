import { continued, wave } from '@site/shared/art'
import { type RefObject, useEffect, useRef } from 'react'
import type { CallState, VoiceCall } from '../call/voice-call.ts'
import * as styles from './voice-wave.module.css'

const you = `M-600 200H0${continued(wave({ x: 0, y: 200, width: 300, height: 40, cycles: 9, seed: 8, step: 4 }))}H380`
const ai = `M380 200H460${continued(wave({ x: 460, y: 200, width: 300, height: 62, cycles: 13, seed: 21, step: 4 }))}H1360`

/** The line between the two: still while nobody talks, and as high as the one who talks is loud. */
export function VoiceWave({ phase, call }: { phase: CallState['phase']; call: VoiceCall }) {
  const drawing = useRef<SVGSVGElement>(null)
  useEffect(() => (phase === 'live' ? followLevels(drawing, call) : undefined), [phase, call])
  return (
    <svg ref={drawing} className={styles.wave} viewBox="0 0 760 400" fill="none" aria-hidden="true" focusable="false">
      {phase === 'live' ? (
        <>
          <path className={`${styles.line} ${styles.you}`} d={you} />
          <path className={`${styles.line} ${styles.ai}`} d={ai} />
        </>
      ) : (
        <path className={phase === 'idle' ? styles.line : `${styles.line} ${styles.wait}`} d="M-600 200H1360" />
      )}
    </svg>
  )
}

/** Ten levels a second reach the drawing without React; its transition fills in what lies between. */
function followLevels(drawing: RefObject<SVGSVGElement | null>, call: VoiceCall): () => void {
  return call.onLevel((of, level) => drawing.current?.style.setProperty(`--level-${of}`, level.toFixed(2)))
}
