// For servers: nothing of it is in a page.
export type { ContentSecurityPolicy, PolicyEntry } from '../csp/policyEntry.js'
export { type ContentSecurityOptions, toContentSecurityPolicy } from '../csp/toContentSecurityPolicy.js'
