export { chromiumArgs } from '../browser/chromiumArgs.js'
export { type ChromiumKind, type ChromiumOptions, chromiumOptions } from '../browser/chromiumOptions.js'
