import type { Messages } from '../messages/keys.js'
import { account } from './es/account.js'
import { connect } from './es/connect.js'
import { money } from './es/money.js'

/** Spanish. */
export const es: Messages = { ...connect, ...account, ...money }
