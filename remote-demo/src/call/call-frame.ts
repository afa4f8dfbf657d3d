// A call lives in a frame of its own: SDK, call machine, microphone and sound. The SDK leaves calls, requests and
// microphones behind in many ways; removing the frame ends them all, whatever state they are in.
import type { VoiceConfig } from '@site/shared/site-config'
import type { StartVoiceCall } from './frame-script.ts'
import type { CallFrame } from './voice-call.ts'

declare const __webpack_public_path__: string

/** Built beside the page, see rspack.config.js: 80 kB that only a visitor who wants to talk downloads. */
const frameScript = () => new URL(`${__webpack_public_path__}call-frame.js`, location.href).href

/** Fetches the SDK ahead of the tap: into the browser's cache, nothing runs. */
export function prefetchFrameScript(): void {
  // Whoever needs it asks again and says what goes wrong.
  fetch(frameScript(), { priority: 'low' })
    .then((response) => response.blob())
    .catch(() => {})
}

export function openCallFrame(voice: VoiceConfig): CallFrame {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.title = 'Call'
  document.body.append(frame)
  const inside = frame.contentWindow as (Window & { startVoiceCall?: StartVoiceCall }) | null
  const page = frame.contentDocument
  if (!inside || !page) throw new Error('This browser gave the call no frame.')
  // A document that is opened takes the address of its opener. about:blank has none, and Daily posts messages to it.
  page.open()
  page.write('<!doctype html><title>Call</title>')
  page.close()
  let call: ReturnType<StartVoiceCall> | undefined
  return {
    askMicrophone: async () => {
      const stream = await inside.navigator.mediaDevices.getUserMedia({ audio: true })
      for (const track of stream.getTracks()) track.stop()
    },
    load: () =>
      new Promise((resolve, reject) => {
        const script = page.createElement('script')
        script.src = frameScript()
        script.onload = () => resolve()
        script.onerror = () => reject(new Error(`${script.src} can't be loaded.`))
        page.head.append(script)
      }),
    start: (tell) => {
      call = inside.startVoiceCall?.(voice, tell)
    },
    stop: () => call?.stop(),
    remove: () => frame.remove(),
  }
}
