/** The directory in which the ranks of one job on one node meet, and its removal when nobody lives there any more. */
package org.hawser.platform.node;
