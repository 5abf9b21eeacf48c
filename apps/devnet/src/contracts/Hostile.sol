// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

// Contracts that answer as no honest account or factory does. Each does the same whatever it is asked.

contract Reverts {
    fallback() external payable {
        revert("no");
    }
}

contract RevertsHuge {
    fallback() external payable {
        assembly {
            revert(0, 500000)
        }
    }
}

contract Panics {
    fallback() external payable {
        assert(false);
    }
}

contract Invalid {
    fallback() external payable {
        assembly {
            invalid()
        }
    }
}

contract BurnsGas {
    uint256 private _count;

    fallback() external payable {
        while (true) {
            assembly {
                mstore(0, keccak256(0, 0x20))
            }
        }
    }
}

/// Calls itself until nothing is left.
contract Recurses {
    fallback(bytes calldata) external payable returns (bytes memory) {
        (bool isDone, ) = address(this).staticcall("again");
        return abi.encode(isDone);
    }
}

/// Half a megabyte that begins as a yes.
contract AnswersHuge {
    fallback() external payable {
        assembly {
            mstore(0, shl(224, 0x1626ba7e))
            return(0, 500000)
        }
    }
}

/// The yes of ERC-1271, cut to its four bytes.
contract AnswersShort {
    fallback() external payable {
        assembly {
            mstore(0, shl(224, 0x1626ba7e))
            return(0, 4)
        }
    }
}

contract AnswersNothing {
    fallback() external payable {}
}

/// As contracts did before ERC-1271 was final.
contract AnswersTrue {
    fallback(bytes calldata) external payable returns (bytes memory) {
        return abi.encode(true);
    }
}

/// The yes at the wrong end of the word.
contract AnswersRight {
    fallback(bytes calldata) external payable returns (bytes memory) {
        return abi.encode(uint256(0x1626ba7e));
    }
}

contract AnswersAllOnes {
    fallback(bytes calldata) external payable returns (bytes memory) {
        return abi.encode(type(uint256).max);
    }
}

/// Says yes and leaves a trace, which a view must not.
contract WritesState {
    uint256 private _count;

    fallback(bytes calldata) external payable returns (bytes memory) {
        _count += 1;
        return abi.encode(bytes4(0x1626ba7e));
    }
}

/// Ends itself after a yes.
contract Destroys {
    fallback() external payable {
        selfdestruct(payable(msg.sender));
    }
}

/// Makes accounts that say yes to everything, wherever it can.
contract YesFactory {
    fallback(bytes calldata) external payable returns (bytes memory) {
        return abi.encode(address(new YesAccount()));
    }
}

contract YesAccount {
    fallback(bytes calldata) external payable returns (bytes memory) {
        return abi.encode(bytes4(0x1626ba7e));
    }
}
