// What the stand-in can do wrong, on request: everything that a real provider was seen to do.

export interface Fault {
  name: string
  /** What goes wrong. */
  sentence: string
  /** Where it goes wrong: in the answer to POST call/web, in the call machine's script, or in the call machine itself. */
  where: 'http' | 'bundle' | 'machine'
  /** In place of the right answer: another one, or a connection that breaks, or one that stays open and says nothing. */
  answer?: FaultyAnswer | 'drop' | 'hang'
}

export interface FaultyAnswer {
  status: number
  type: string
  body: string
}

/** By the names that PUT /voice-stand-in/fault takes. */
export const faults = [
  http(
    'web-call-400',
    'The provider refuses the call as malformed, with a list of messages.',
    refusal(400, 'Bad Request', ['assistantId must be a UUID']),
  ),
  http('web-call-401', 'The provider does not know the key.', invalidKey()),
  http('web-call-403', 'The key may not be used here.', refusal(403, 'Forbidden', 'This key is not allowed from this origin.')),
  http('web-call-429', 'Too many calls at once.', refusal(429, 'Too Many Requests', 'Over the concurrency limit.')),
  http(
    'web-call-500',
    'The provider breaks down and says so in JSON.',
    refusal(500, 'Internal Server Error', 'Internal server error'),
  ),
  http('web-call-502', "The provider's gateway answers in HTML.", {
    status: 502,
    type: 'text/html',
    body: '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
  }),
  http('web-call-dropped', 'The connection breaks before the answer to the web call.', 'drop'),
  http('web-call-hangs', 'The web call is never answered.', 'hang'),
  http('web-call-without-url', 'The web call is made, but its answer has no webCallUrl.'),
  bundle('bundle-missing', "There is no call machine at the script's address.", {
    status: 404,
    type: 'text/plain',
    body: 'There is no such call machine.',
  }),
  bundle('bundle-dropped', "The connection breaks before the call machine's script arrives.", 'drop'),
  bundle('bundle-hangs', "The call machine's script never arrives.", 'hang'),
  bundle('bundle-inert', "The call machine's script arrives and does nothing.", {
    status: 200,
    type: 'text/javascript',
    body: '// A call machine that does nothing.\n',
  }),
  machine('microphone-not-found', 'The call machine finds no microphone and joins without.'),
  machine('microphone-in-use', 'Another program has the microphone; the call machine joins without.'),
  machine('microphone-permissions', 'The call machine may not use the microphone and joins without.'),
  machine('join-refused', 'The room refuses the visitor with a fatal error (not-allowed).'),
  machine('join-refused-in-reply', 'The room refuses the visitor in its reply, without a fatal error.'),
  machine('join-hangs', 'The microphone is on, and joining the room never ends.'),
  machine('no-room', 'The room does not exist (fatal error while joining).'),
  machine('meeting-full', 'The room is full (fatal error while joining).'),
  machine('exp-token', 'The token of the call has expired (fatal error while joining).'),
  machine('connection-error', 'The room cannot be reached (fatal error while joining).'),
  machine('never-listening', 'The assistant joins and never says that it is listening.'),
  machine('noise-cancellation-refused', 'Noise cancellation cannot be switched on; the call goes on.'),
  machine('audio-processor-error', 'Noise cancellation breaks down in the middle of the call; the call goes on.'),
  machine('network-hiccup', 'The connection is interrupted for a second and comes back.'),
  machine('network-drop', 'The connection is interrupted and does not come back (fatal error connection-error).'),
  machine('assistant-ends', 'The assistant hangs up politely after a second and a half.'),
  machine('ejected', 'The visitor is thrown out of the room, without a word about the end of the call.'),
  machine('exp-room', 'The time of the room is up in the middle of the call (fatal error).'),
  machine('error-without-leaving', 'A fatal error is not followed by the end of the call.'),
  machine('never-leaves', 'The call machine ignores that it should leave, and keeps the microphone.'),
] as const

export type FaultName = (typeof faults)[number]['name']

export function findFault(name: string): Fault | undefined {
  return faults.find((fault) => fault.name === name)
}

/** The provider's answer to a key that it does not know. */
export function invalidKey(): FaultyAnswer {
  const hint = 'Hot tip, you may be using the private key instead of the public key, or vice versa.'
  return refusal(401, 'Unauthorized', `Invalid Key. ${hint}`)
}

/** As the provider says no. */
export function refusal(status: number, error: string, message: string | string[]): FaultyAnswer {
  return { status, type: 'application/json', body: JSON.stringify({ message, error, statusCode: status }) }
}

function http<Name extends string>(name: Name, sentence: string, answer?: Fault['answer']) {
  return { name, sentence, where: 'http', answer } as const
}

function bundle<Name extends string>(name: Name, sentence: string, answer: Fault['answer']) {
  return { name, sentence, where: 'bundle', answer } as const
}

function machine<Name extends string>(name: Name, sentence: string) {
  return { name, sentence, where: 'machine' } as const
}
