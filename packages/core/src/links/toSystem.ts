import type { Host, HostTraits } from './host.js'

/** The system that the browser names. */
export function toSystem({
  userAgent,
  maxTouchPoints = 0,
}: Pick<HostTraits, 'userAgent' | 'maxTouchPoints'>): Host['system'] {
  if (/android/i.test(userAgent)) return 'android'
  // an iPad says that it is a Mac, and no Mac has a touch screen
  const isApple = /iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1)
  return isApple ? 'ios' : 'other'
}
