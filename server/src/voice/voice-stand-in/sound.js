// The stand-in's voice, and how loud it and the microphone are.

/** Formants of vowels in hertz, as in 'father', 'bed', 'see', 'saw' and 'you'. */
const vowels = [
  [730, 1090, 2440],
  [530, 1840, 2480],
  [270, 2290, 3010],
  [570, 840, 2410],
  [300, 870, 2240],
]

/** Beside the first formant the others are faint, but they make the vowel. */
const formantGains = [1, 0.5, 0.25]

/** Brings the voice to the loudness of the real one: an RMS near 0.13 in a syllable. */
const voiceGain = 2

const secondsPerSyllable = 0.19

/** A babble without words that sounds like speech, as a track that a browser plays and records. */
export class Voice {
  /** @param {AudioContext} context */
  constructor(context) {
    this.context = context
    this.throat = new OscillatorNode(context, { type: 'sawtooth', frequency: 120 })
    this.mouth = new GainNode(context, { gain: 0 })
    this.formants = formantGains.map((gain) => {
      const filter = new BiquadFilterNode(context, { type: 'bandpass', Q: 9 })
      this.throat
        .connect(filter)
        .connect(new GainNode(context, { gain: gain * voiceGain }))
        .connect(this.mouth)
      return filter
    })
    const destination = new MediaStreamAudioDestinationNode(context, { channelCount: 1 })
    this.analyser = new AnalyserNode(context)
    this.mouth.connect(this.analyser)
    this.mouth.connect(destination)
    this.throat.start()
    this.track = destination.stream.getAudioTracks()[0]
  }

  /**
   * Babbles from now on.
   * @param {number} seconds
   */
  speak(seconds) {
    const start = this.context.currentTime
    const { gain } = this.mouth
    gain.cancelScheduledValues(start)
    const count = Math.max(1, Math.floor(seconds / secondsPerSyllable))
    for (let index = 0; index < count; index++) {
      const at = start + index * secondsPerSyllable
      const vowel = vowels[(index * 7 + count) % vowels.length] ?? []
      for (const [formant, filter] of this.formants.entries()) filter.frequency.setTargetAtTime(vowel[formant] ?? 500, at, 0.02)
      // The pitch falls along a sentence and moves from one syllable to the next.
      this.throat.frequency.setTargetAtTime(135 - (30 * index) / count + 12 * Math.sin(index * 2.1), at, 0.04)
      gain.setTargetAtTime(1, at, 0.02)
      gain.setTargetAtTime(0.05, at + secondsPerSyllable * 0.65, 0.025)
    }
    gain.setTargetAtTime(0, start + count * secondsPerSyllable, 0.02)
  }

  /** @returns {number} RMS, 0 to 1. */
  level() {
    return levelOf(this.analyser)
  }
}

/** The visitor's microphone: its track, and how loud it is. */
export class Microphone {
  /**
   * @param {AudioContext} context
   * @param {MediaStream} stream
   */
  constructor(context, stream) {
    this.stream = stream
    this.analyser = new AnalyserNode(context)
    new MediaStreamAudioSourceNode(context, { mediaStream: stream }).connect(this.analyser)
  }

  /** @returns {number} RMS, 0 to 1. */
  level() {
    return levelOf(this.analyser)
  }
}

/**
 * @param {AnalyserNode} analyser
 * @returns {number} RMS of the last 43 ms or so, 0 to 1.
 */
function levelOf(analyser) {
  const samples = new Float32Array(analyser.fftSize)
  analyser.getFloatTimeDomainData(samples)
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
}
