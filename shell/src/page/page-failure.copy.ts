export const title = (page: string) => `“${page}” didn’t load`
export const broken = 'This part of our site didn’t answer as it should. We have been told.'
export const offline = 'Your device seems to be offline. The page will load once you are connected again.'
export const retry = 'Try again'
export const trying = 'Trying...'
export const fullLoad = 'Load the full page'
export const mail = (email: string) => `Or write to ${email}`
export const close = 'Close'
