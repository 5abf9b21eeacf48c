import { loadSwapView } from '../../views/swap/index.js'
import type { LoadedView } from '../defineView.js'

type SwapView = 'Swap'

/** The form of swapping. */
export const loaders: { readonly [name in SwapView]: () => Promise<LoadedView<name>> } = {
  Swap: loadSwapView,
}
