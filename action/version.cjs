// Prints the sandbox version that belongs to this action.
console.log(require('../package.json').version);
