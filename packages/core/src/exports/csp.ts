// For servers; not part of a page.
export type { ContentSecurityPolicy, PolicyEntry } from '../csp/toContentSecurityPolicy.js'
export { type ContentSecurityOptions, toContentSecurityPolicy } from '../csp/toContentSecurityPolicy.js'
