import type { Messages } from '../messages/keys.js'
import { account } from './ja/account.js'
import { connect } from './ja/connect.js'
import { money } from './ja/money.js'

/** Japanese. */
export const ja: Messages = { ...connect, ...account, ...money }
