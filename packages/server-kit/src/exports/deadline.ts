export { type DeadlineOptions, withDeadline } from '../deadline.js'
