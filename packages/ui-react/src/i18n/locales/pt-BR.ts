import type { Messages } from '../messages/keys.js'
import { account } from './pt-BR/account.js'
import { connect } from './pt-BR/connect.js'
import { money } from './pt-BR/money.js'

/** Brazilian Portuguese. */
export const ptBR: Messages = { ...connect, ...account, ...money }
