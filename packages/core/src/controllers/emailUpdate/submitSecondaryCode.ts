import { InvalidWalletReplyError } from '../../errors/connection.js'
import type { Modal } from '../../modal.js'
import { isEmail } from '../../utils/isEmail.js'
import { setUser } from '../connection/setUser.js'
import { requireAuthFeature } from '../login/requireAuthFeature.js'
import { askCode } from './askCode.js'
import { endEmailUpdate } from './endEmailUpdate.js'
import { leaveEmailUpdate } from './leaveEmailUpdate.js'

/**
 * Hands over the code that was mailed to the new address: that is the email of the login from then on, and the views give way
 * to what led to them. Does nothing where no such code is waited for. In `state.emailUpdate.error`: `INVALID_CODE` or what the
 * wallet says.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` or `FEATURE_NOT_SUPPORTED`.
 */
export async function submitSecondaryCode(modal: Modal, { code }: { readonly code: string }): Promise<void> {
  const { connector, run } = requireAuthFeature(modal, 'email:verifySecondary')
  await askCode(modal, {
    text: code,
    step: 'secondary',
    run: async (request) => {
      const { email } = await run(request)
      if (!isEmail(email)) throw new InvalidWalletReplyError({ details: 'email:verifySecondary: no email.' })
      return email
    },
    onReply: (email) => {
      setUser(modal, connector.meta.id, { email })
      endEmailUpdate(modal)
      leaveEmailUpdate(modal)
    },
  })
}
