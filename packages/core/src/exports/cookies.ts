export type { CookieOptions } from '../cookies/cookies.js'
export { cookieToInitialState } from '../cookies/cookies.js'
export { keepCookie } from '../cookies/keepCookie.js'
