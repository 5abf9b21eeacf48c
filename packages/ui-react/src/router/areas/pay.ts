import { loadPay } from '../../views/pay/index.js'
import type { LoadedView } from '../defineView.js'

type PayView = 'Pay'

/** Paying. */
export const loaders: { readonly [name in PayView]: () => Promise<LoadedView<name>> } = {
  Pay: loadPay,
}
