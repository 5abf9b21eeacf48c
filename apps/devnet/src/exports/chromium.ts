export { chromiumArgs } from '../browser/chromiumArgs.js'
