import type { BitcoinShape } from '../bitcoinWallet.js'
import { createLeatherShape } from './createLeatherShape.js'
import { createOkxShape } from './createOkxShape.js'
import { createSatsConnectShape } from './createSatsConnectShape.js'
import { createStandardShape } from './createStandardShape.js'
import { createUnisatShape } from './createUnisatShape.js'
import { createXverseShape } from './createXverseShape.js'
import type { Shape, ShapeOptions } from './shape.js'

export const shapes: { readonly [shape in BitcoinShape]: (options: ShapeOptions) => Shape } = {
  'wallet-standard': createStandardShape,
  'sats-connect': createSatsConnectShape,
  leather: createLeatherShape,
  okx: createOkxShape,
  unisat: createUnisatShape,
  xverse: createXverseShape,
}
