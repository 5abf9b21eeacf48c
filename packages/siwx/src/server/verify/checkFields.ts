import type { SiwxMessageFields, SiwxSession } from '@latchkey/core'
import { SignInRefusedError } from '@latchkey/core/plugin'
import { checkCacao } from '../../message/checkCacao.js'
import { checkMessage } from '../../message/checkMessage.js'
import { findDifference } from '../../message/findDifference.js'
import type { SiwxSetup } from '../resolveOptions.js'
import { SiwxRefusal } from '../SiwxRefusal.js'
import type { NonceEntry } from '../stores/nonceStore.js'

/**
 * That the text says what was asked for, and what comes with it says the same; the fields as the text has them. What the page
 * may choose (account, network, path, statement, resources) is compared with its own word for it. Throws {@link SiwxRefusal}.
 */
export function checkFields(setup: SiwxSetup, signIn: SiwxSession, entry: NonceEntry): SiwxMessageFields {
  const { data, message, cacao } = signIn
  const allowsRecap = cacao !== undefined
  try {
    assertUri(data.uri, entry.origin)
    const { nonce, issuedAt, expirationTime, requestId, origin } = entry
    const asked = { nonce, issuedAt, expirationTime, requestId, version: '1', domain: new URL(origin).host }
    const expected = { ...data, ...asked, ...(setup.statement !== undefined && { statement: setup.statement }) }
    const fields = checkMessage({ message, expected, now: setup.now(), allowsRecap })
    const fault = findDifference(fields, data, { allowsRecap })
    if (fault) throw new SignInRefusedError({ field: fault.field, details: fault.reason })
    checkCacao(signIn)
    return fields
  } catch (cause) {
    if (!(cause instanceof SignInRefusedError)) throw cause
    const { field, shortMessage, details } = cause
    const message = details === undefined ? shortMessage : `${shortMessage} ${details}`
    throw new SiwxRefusal(message, { status: 401, code: 'MESSAGE_REFUSED', field, cause })
  }
}

/** That it is of the page that asked, by scheme, host and port. */
function assertUri(uri: string, origin: string): void {
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  if (url?.origin === origin && url.username === '' && url.password === '') return
  throw new SignInRefusedError({ field: 'uri', details: `It is not of ${origin}.` })
}
