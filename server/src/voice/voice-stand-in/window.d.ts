// What the stand-in's call machine adds to a page, and what daily-js has put there before.

interface Window {
  voiceStandIn: {
    /** Actions that no call machine of this page knew. A test wants none. */
    unknown: string[]
    /** Of the microphone, as calls took them; those that have ended go with the next call. */
    tracks: MediaStreamTrack[]
    /** How many microphone tracks of calls are live: none between calls. */
    liveTracks: () => number
  }
  _daily: { pendings: string[]; instances: Record<string, { callMachine?: object }> }
}
