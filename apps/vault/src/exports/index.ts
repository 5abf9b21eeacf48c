export { type RunningCustody, type StartCustodyOptions, startCustody } from '../custody/startCustody.js'
