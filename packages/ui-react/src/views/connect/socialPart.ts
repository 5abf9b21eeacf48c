import { filterSocials } from '@latchkey/core/controllers'
import { SocialBlock } from './SocialBlock.js'

export type SocialPart = { readonly filterSocials: typeof filterSocials; readonly SocialBlock: typeof SocialBlock }

/** Apart from the view, so that the first opening of a page without an embedded wallet goes without logins. */
export const socialPart: SocialPart = { filterSocials, SocialBlock }
