export { isKit, type Kit, kits, type Transformed, transform } from '../transform.js'
