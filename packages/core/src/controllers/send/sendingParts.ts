import { requireConnection } from '../connection/requireConnection.js'
import { checkSendReceiver } from './checkSendReceiver.js'
import { readMaxSendAmount } from './readMaxSendAmount.js'
import { readSendFee } from './readSendFee.js'
import { readSendToken } from './readSendToken.js'
import { resolveSendName } from './resolveSendName.js'

export type SendingParts = {
  readonly checkSendReceiver: typeof checkSendReceiver
  readonly readMaxSendAmount: typeof readMaxSendAmount
  readonly readSendFee: typeof readSendFee
  readonly readSendToken: typeof readSendToken
  readonly requireConnection: typeof requireConnection
  readonly resolveSendName: typeof resolveSendName
}

/** What asks nodes and services for what is sent: the form shows before it. */
export const sendingParts: SendingParts = {
  checkSendReceiver,
  readMaxSendAmount,
  readSendFee,
  readSendToken,
  requireConnection,
  resolveSendName,
}
