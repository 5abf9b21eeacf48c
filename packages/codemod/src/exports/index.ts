export type { Project } from '../project.js'
export { isKit, type Kit, kits, readProject, type SourceFile, type Transformed, transform } from '../transform.js'
