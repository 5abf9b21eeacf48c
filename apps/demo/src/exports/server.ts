export { type RunningDemo, type StartDemoOptions, startDemo } from '../server/startDemo.js'
