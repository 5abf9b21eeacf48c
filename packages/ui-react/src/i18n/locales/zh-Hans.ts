import type { Messages } from '../messages/keys.js'
import { account } from './zh-Hans/account.js'
import { connect } from './zh-Hans/connect.js'
import { money } from './zh-Hans/money.js'

/** Simplified Chinese. */
export const zhHans: Messages = { ...connect, ...account, ...money }
