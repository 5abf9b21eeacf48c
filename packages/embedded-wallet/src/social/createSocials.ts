import type { ConnectorFeatures } from '@latchkey/core'
import { createFarcaster, type Farcaster } from './createFarcaster.js'
import { logInByPopup, type PopupLoginRequest } from './logInByPopup.js'
import { logInByRedirect, type ResumeRequest, resumeLogin } from './logInByRedirect.js'
import type { SocialOptions } from './socialOptions.js'

export type Socials = Farcaster & {
  logInByPopup(request: PopupLoginRequest): Promise<void>
  /** Leaves the page. */
  readonly logInByRedirect: ConnectorFeatures['social:login']
  resume(request: ResumeRequest): Promise<void>
}

/** Creates the actions of social and Farcaster logins. Loaded with the first login. */
export function createSocials(options: SocialOptions): Socials {
  return {
    ...createFarcaster(options),
    logInByPopup: (request) => logInByPopup(options, request),
    logInByRedirect: (request) => logInByRedirect(options, request),
    resume: (request) => resumeLogin(options, request),
  }
}
