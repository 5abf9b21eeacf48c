export type { CookieOptions } from '../cookies/cookieToInitialState.js'
export { cookieToInitialState } from '../cookies/cookieToInitialState.js'
export { keepCookie } from '../cookies/keepCookie.js'
