// Prints the version of the sandbox to which this action belongs.
console.log(require('../package.json').version);
