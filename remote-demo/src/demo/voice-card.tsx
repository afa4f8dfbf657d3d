import { siteConfig } from '@site/shared/site-config'
import { BookLink, buttonClass } from '@site/shared/ui/button'
import { MicIcon, StopIcon } from '@site/shared/ui/icons'
import { useEffect, useRef } from 'react'
import { prefetchFrameScript } from '../call/call-frame.ts'
import { useVoiceCall } from '../call/use-voice-call.ts'
import type { CallState } from '../call/voice-call.ts'
import { voice as copy } from './demo.copy.ts'
import * as styles from './voice-card.module.css'
import { VoiceWave } from './voice-wave.tsx'

/** The line crosses the card from the visitor, left, to the AI, right; the ring in its middle is the button. */
export function VoiceCard() {
  const [state, call] = useVoiceCall()
  const { phase, turn } = state
  const { heading, kicker, label } = copy[phase]
  const { voice } = siteConfig()
  return (
    <section className={styles.card} data-state={phase} data-turn={turn} aria-labelledby="voice-title">
      <div className={styles.head}>
        <h2 className={styles.title} id="voice-title">
          {phase === 'live' && <span className={styles.liveDot} aria-hidden="true" />}
          {heading}
        </h2>
      </div>
      <div className={styles.stage}>
        <VoiceWave phase={phase} call={call} />
        <span className={`${styles.end} ${styles.you}`} aria-hidden="true">
          {copy.ends.you}
        </span>
        <span className={`${styles.end} ${styles.ai}`} aria-hidden="true">
          {copy.ends.ai}
        </span>
        <button
          className={styles.button}
          type="button"
          disabled={phase === 'connecting' || !voice}
          onPointerEnter={prefetchFrameScript}
          onFocus={prefetchFrameScript}
          onClick={call.start}
        >
          <span className={styles.halo} aria-hidden="true" />
          <MicIcon />
          <span className={styles.kicker}>{kicker}</span>
          <span className={styles.label}>{label}</span>
        </button>
      </div>
      <div className={styles.foot}>{voice ? <Foot state={state} onStop={call.stop} /> : <Away />}</div>
      <noscript>
        <p className={styles.standIn}>{copy.needsScript}</p>
      </noscript>
      {voice?.isStandIn && <p className={styles.standIn}>{copy.standIn}</p>}
    </section>
  )
}

function Foot({ state, onStop }: { state: CallState; onStop: () => void }) {
  const { phase, problem, turn } = state
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button that was pressed can't be any more: the keyboard goes on at the one that ends the call.
    if (phase === 'connecting') button.current?.focus({ preventScroll: true })
  }, [phase])
  const status = turn ? copy.live.turns[turn] : copy[phase].status
  return (
    <>
      <p className={styles.status} role="status">
        {problem ? '' : status}
      </p>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem.sentence ?? copy.problems[problem.kind]}
        </p>
      )}
      {problem && <BookLink look={['quiet', 'small']} />}
      {phase !== 'idle' && (
        <button className={buttonClass(phase === 'live' ? 'end' : 'quiet')} type="button" ref={button} onClick={onStop}>
          <span>{copy[phase].stop}</span>
          {phase === 'live' && <StopIcon />}
        </button>
      )}
    </>
  )
}

/** Where no provider is set. */
function Away() {
  return (
    <>
      <p className={styles.status}>{copy.away}</p>
      <BookLink look={['quiet', 'small']} />
    </>
  )
}
