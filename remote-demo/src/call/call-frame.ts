// A call lives in a frame of its own: SDK, call machine, microphone and sound. The SDK leaves calls, requests and
// microphones behind in many ways; removing the frame ends them all, whatever state they are in.
import { sendFailure } from '@site/shared/failure-report'
import type { VoiceConfig } from '@site/shared/site-config'
import type { StartVoiceCall } from './frame-script.ts'
import { integrity } from './frame-script.ts?integrity'
import type { CallFrame } from './voice-call.ts'

declare const __webpack_public_path__: string

/** Built beside the page, see rspack.config.js: 80 kB that only a visitor who wants to talk downloads. */
const frameScript = () => new URL(`${__webpack_public_path__}call-frame.js`, location.href).href

let isPrefetched = false

/** Fetches the SDK ahead of the tap: into the browser's cache, nothing runs. */
export function prefetchFrameScript(): void {
  if (isPrefetched) return
  isPrefetched = true
  // Whoever needs it asks again and says what goes wrong.
  fetch(frameScript(), { priority: 'low' })
    .then((response) => response.blob())
    .catch(() => {
      isPrefetched = false
    })
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
  const microphone = watchMicrophone(inside.navigator.mediaDevices)
  return {
    askMicrophone: async () => {
      const stream = await inside.navigator.mediaDevices.getUserMedia({ audio: true })
      for (const track of stream.getTracks()) track.stop()
    },
    load: () =>
      new Promise((resolve, reject) => {
        const script = page.createElement('script')
        Object.assign(script, { src: frameScript(), integrity })
        script.onload = () => resolve()
        script.onerror = () => {
          const reason = `${script.src} can't be loaded.`
          // The folder of a release is named by its version.
          const version = __webpack_public_path__.split('/').at(-2) ?? 'unknown'
          sendFailure({ remote: 'demo', version, page: location.pathname, reason })
          reject(new Error(reason))
        }
        page.head.append(script)
      }),
    start: (tell) => {
      if (!inside.startVoiceCall) throw new Error(`${frameScript()} is not the script of a call.`)
      call = inside.startVoiceCall(voice, tell)
    },
    stop: () => {
      microphone.switchOff()
      call?.stop()
    },
    remove: () => frame.remove(),
  }
}

/** The provider's good-bye takes a moment; the microphone is off before, whoever in the frame has asked for it. */
function watchMicrophone(devices: MediaDevices | undefined): { switchOff: () => void } {
  const streams: MediaStream[] = []
  let isOff = false
  const switchOff = () => {
    isOff = true
    for (const track of streams.flatMap((stream) => stream.getTracks())) track.stop()
  }
  if (devices) {
    const ask = devices.getUserMedia.bind(devices)
    devices.getUserMedia = async (constraints) => {
      const stream = await ask(constraints)
      streams.push(stream)
      if (isOff) switchOff()
      return stream
    }
  }
  return { switchOff }
}
