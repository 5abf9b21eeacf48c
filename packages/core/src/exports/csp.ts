// For servers: nothing of it is in a page.
export type { ContentSecurityPolicy, PolicyEntry } from '../csp/toContentSecurityPolicy.js'
export { type ContentSecurityOptions, toContentSecurityPolicy } from '../csp/toContentSecurityPolicy.js'
