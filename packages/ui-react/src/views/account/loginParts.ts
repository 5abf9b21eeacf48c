import { LoginLines } from './LoginLines.js'
import { LoginRow } from './LoginRow.js'

export type LoginParts = { readonly LoginLines: typeof LoginLines; readonly LoginRow: typeof LoginRow }

/** Apart from the view: most wallets belong to no login. */
export const loginParts: LoginParts = { LoginLines, LoginRow }
