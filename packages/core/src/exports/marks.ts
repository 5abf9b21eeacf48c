export { findNetworkMark } from '../marks/networks.js'
export { tokenMarks } from '../marks/tokenMarks.generated.js'
export { findTokenMark } from '../marks/tokens.js'
export { walletMarks } from '../marks/walletMarks.generated.js'
