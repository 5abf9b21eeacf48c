import { requireConnection } from '../connection/requireConnection.js'
import { readMaxSendAmount } from './readMaxSendAmount.js'
import { readSendFee } from './readSendFee.js'
import { readSendReceiver } from './readSendReceiver.js'
import { readSendToken } from './readSendToken.js'

export type SendingParts = {
  readonly readMaxSendAmount: typeof readMaxSendAmount
  readonly readSendFee: typeof readSendFee
  readonly readSendReceiver: typeof readSendReceiver
  readonly readSendToken: typeof readSendToken
  readonly requireConnection: typeof requireConnection
}

/** What asks nodes and services for what is sent: the form shows before it. */
export const sendingParts: SendingParts = {
  readMaxSendAmount,
  readSendFee,
  readSendReceiver,
  readSendToken,
  requireConnection,
}
