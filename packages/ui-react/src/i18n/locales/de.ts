import type { Messages } from '../messages/keys.js'
import { account } from './de/account.js'
import { connect } from './de/connect.js'
import { money } from './de/money.js'

/** German. */
export const de: Messages = { ...connect, ...account, ...money }
