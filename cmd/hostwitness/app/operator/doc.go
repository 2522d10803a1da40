// Package operator runs the commands of who operates a host: those that restart
// it, and that expire or remove an event. It decides nothing and knows no host.
package operator
