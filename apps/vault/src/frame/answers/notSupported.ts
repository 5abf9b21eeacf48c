import { FrameRefusal } from '../FrameRefusal.js'

/** For what the protocol knows and this vault does not offer. */
export function notSupported(): never {
  throw new FrameRefusal('Not supported by this site', { code: 4200 })
}
