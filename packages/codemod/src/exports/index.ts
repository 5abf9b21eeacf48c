export { isKit, type Kit, kits } from '../kits/kits.js'
export { type Transformed, transform } from '../transform.js'
