import { isMessenger } from '../../links/isMessenger.js'
import { readTraits } from '../../links/readTraits.js'
import { toSystem } from '../../links/toSystem.js'
import type { Modal } from '../../modal.js'
import type { Social } from '../features/state.js'
import { getAuthConnector } from '../login/getAuthConnector.js'

/** Providers that do not let visitors in from the browser inside a messaging app, by its system. [S5.4] */
const barred: { readonly [system in 'ios' | 'mac' | 'android' | 'other']: readonly Social[] } = {
  ios: ['google'],
  mac: ['x'],
  android: ['facebook', 'x'],
  other: [],
}

/** The logins at other sites that this visitor can use, in their order: none without a wallet that has them. */
export function filterSocials(modal: Modal): readonly Social[] {
  const { socials } = modal.getState().features
  const features = getAuthConnector(modal)?.features
  if (!socials || !features) return []
  const traits = readTraits(modal.env.window())
  const left = isMessenger(traits) ? barred[toPlace(traits)] : []
  return socials.filter(
    (social) => features[social === 'farcaster' ? 'farcaster:start' : 'social:login'] && !left.includes(social),
  )
}

function toPlace(traits: ReturnType<typeof readTraits>): keyof typeof barred {
  const system = toSystem(traits)
  return system === 'other' && /macintosh/i.test(traits.userAgent) ? 'mac' : system
}
